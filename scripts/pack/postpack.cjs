"use strict";
const path = require("node:path");
const { restore } = require("./restore.cjs");

restore(path.join(__dirname, "..", "..", "dist"));
