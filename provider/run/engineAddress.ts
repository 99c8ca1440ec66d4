/**
 * The address of the engine that started this process, such as `127.0.0.1:4001`; undefined if none did. Dynamic resources and the plugin both
 * get it as their last argument, after flags such as `--tracing`.
 */
export const engineAddress: string | undefined = process.argv
  .slice(2)
  .findLast((text) => /^[\w.[\]:-]+:\d+$/.test(text));
