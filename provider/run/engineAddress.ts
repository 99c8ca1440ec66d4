/**
 * Address of the engine that started this process, such as `127.0.0.1:4001`; undefined if no engine did. The engine passes it as the last argument,
 * after flags such as `--tracing`, both to dynamic providers and to the plugin.
 */
export const engineAddress: string | undefined = process.argv
  .slice(2)
  .findLast((text) => /^[\w.[\]:-]+:\d+$/.test(text));
