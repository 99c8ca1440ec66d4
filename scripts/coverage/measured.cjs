"use strict";
const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");

/**
 * What the processes of a test run have covered, as Node writes it for each of them (NODE_V8_COVERAGE).
 *
 * Of the megabytes about each process a tenth is the package's own code; the rest is cut away while the tests still run. A
 * module is the same whether tests load its source or processes its built form: the built one is written down as the source.
 */
class Measured {
  #shrunk = new Set();
  #sourceOf = new Map();

  constructor(raw, root, folders) {
    this.raw = raw;
    for (const folder of folders) {
      for (const file of fs.readdirSync(path.join(root, folder), { recursive: true })) {
        if (!file.endsWith(".ts")) continue;
        const source = pathToFileURL(path.join(root, folder, file)).href;
        const built = pathToFileURL(path.join(root, "dist", folder, file.replace(/ts$/, "js"))).href;
        this.#sourceOf.set(source, source).set(built, source);
      }
    }
  }

  /** Shrinks what has come since. A file that is still being written is no JSON yet, and is left for the next time. */
  shrink() {
    for (const name of fs.readdirSync(this.raw)) {
      if (this.#shrunk.has(name)) continue;
      const file = path.join(this.raw, name);
      const whole = jsonOf(file);
      if (whole === undefined) continue;
      fs.writeFileSync(file, JSON.stringify(this.#own(whole)));
      this.#shrunk.add(name);
    }
  }

  /** What never became JSON: processes that were killed while they wrote. */
  get broken() {
    return fs.readdirSync(this.raw).filter((name) => !this.#shrunk.has(name));
  }

  #own({ result, "source-map-cache": maps = {} }) {
    const own = { result: [], "source-map-cache": {} };
    for (const script of result) {
      const source = this.#sourceOf.get(script.url);
      const map = maps[script.url];
      if (source === undefined || map === undefined) continue;
      // The last line refers to the map, and differs between source and built form.
      const codeLength = map.lineLengths.slice(0, -1).reduce((sum, length) => sum + length + 1, 0);
      const whole = script.functions[0].ranges[0];
      whole.endOffset = Math.min(whole.endOffset, codeLength);
      own.result.push({ ...script, url: source });
      own["source-map-cache"][source] = { ...map, data: { ...map.data, sources: [source], sourceRoot: "" } };
    }
    return own;
  }
}

function jsonOf(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

module.exports = { Measured };
