"use strict";
// The engine starts this folder with Node.js; the plugin serves as soon as it is loaded.
require("pulumi-resource-cdn");
