"use strict";
// Preloaded into processes of a scenario: every name under .test is this machine, so that an emulator stands for a service elsewhere.
const dns = require("node:dns");

const { lookup } = dns;
dns.lookup = (name, ...rest) => lookup(name.endsWith(".test") ? "127.0.0.1" : name, ...rest);
