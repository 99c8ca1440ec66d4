/** What a request asks for. */
export interface Target {
  readonly path: string;
  readonly query: URLSearchParams;
}

/** Split by hand: a URL parser would resolve dots and doubled slashes that the service never sees resolved. */
export function targetOf(target: string): Target {
  const at = target.indexOf("?");
  return at < 0
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, at), query: new URLSearchParams(target.slice(at + 1)) };
}
