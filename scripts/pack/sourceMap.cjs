"use strict";
// Makes esbuild's source map of the bundle small enough to ship: of some modules it keeps one position a line and the whole
// source, of all others nothing, so that what it says can always be looked up in it.

/** A map of the sources that are kept alone. Columns where other code begins lead nowhere, rather than to what stood before. */
function slimMap(map, isKept) {
  const kept = map.sources.map((source, index) => (isKept(source) ? index : -1)).filter((index) => index >= 0);
  const place = new Map(kept.map((index, at) => [index, at]));
  const writer = new MappingsWriter();
  let last = "nowhere";
  for (const line of decode(map.mappings)) {
    // Some readers take the last position of the line before for what stands ahead of a line's first one.
    if (last !== "nowhere") last = "";
    for (const [column, source, sourceLine, sourceColumn] of line) {
      const at = source === undefined ? undefined : place.get(source);
      const here = at === undefined ? "nowhere" : `${at}:${sourceLine}`;
      if (here === last) continue;
      if (at !== undefined) writer.add([column, at, sourceLine, sourceColumn]);
      else writer.add([column]);
      last = here;
    }
    writer.endLine();
  }
  return {
    version: 3,
    sources: kept.map((index) => map.sources[index]),
    sourcesContent: kept.map((index) => map.sourcesContent[index]),
    names: [],
    // One stays: Node misreads a position without a source at the very end.
    mappings: writer.text.replace(/;+$/, ";"),
  };
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** The segments of each line, with every number absolute: column, source, source line, source column. */
function decode(mappings) {
  const before = [0, 0, 0, 0, 0];
  return mappings.split(";").map((line) => {
    before[0] = 0;
    if (line === "") return [];
    return line.split(",").map((segment) => numbersOf(segment).map((number, field) => (before[field] += number)));
  });
}

function numbersOf(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = digits.indexOf(digit);
    value += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

class MappingsWriter {
  text = "";
  #before = [0, 0, 0, 0];
  #begun = false;

  add(segment) {
    if (this.#begun) this.text += ",";
    this.#begun = true;
    segment.forEach((number, field) => {
      this.text += encoded(number - this.#before[field]);
      this.#before[field] = number;
    });
  }

  endLine() {
    this.text += ";";
    this.#begun = false;
    this.#before[0] = 0;
  }
}

function encoded(number) {
  let text = "";
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  do {
    const bits = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? bits | 32 : bits];
  } while (rest > 0);
  return text;
}

module.exports = { slimMap };
