import type { Route } from "./route";

/** Where a request leads: to a route, to a path that lacks the method, or nowhere. */
export type Match =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] }
  | undefined;

/** Finds the route of a method and a path. Paths are compared exactly: case and trailing slash count. */
export class Router {
  readonly #routes: readonly { readonly route: Route; readonly segments: readonly string[] }[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((route) => ({ route, segments: route.path.split("/") }));
  }

  match(method: string, path: string): Match {
    const segments = path.split("/");
    const allow: string[] = [];
    for (const candidate of this.#routes) {
      const params = paramsOf(candidate.segments, segments);
      if (params === undefined) continue;
      if (candidate.route.method === method) return { route: candidate.route, params };
      allow.push(candidate.route.method);
    }
    return allow.length > 0 ? { allow } : undefined;
  }
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (!expected.startsWith(":")) {
      if (segment !== expected) return undefined;
    } else if (segment === "") {
      return undefined;
    } else {
      params[expected.slice(1)] = decoded(segment);
    }
  }
  return params;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
