"use strict";
const fs = require("node:fs");
const path = require("node:path");

/** Where the entry files that tsc made lie while others stand in their place. */
const saved = ".saved";

/** Brings dist/ back to what tsc made; also after a pack that was cut off. */
function restore(dist) {
  const from = path.join(dist, saved);
  if (fs.existsSync(from)) fs.cpSync(from, dist, { recursive: true });
  for (const made of [saved, "bundle.js", "bundle.js.map", ".npmignore"])
    fs.rmSync(path.join(dist, made), { recursive: true, force: true });
}

module.exports = { restore, saved };
