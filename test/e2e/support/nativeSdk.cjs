"use strict";
// The SDK of the native resources, as far as scenarios need one: what `pulumi package gen-sdk` makes of the same schema.
const pulumi = require("@pulumi/pulumi");
const { packageSchema } = require("../../../dist/provider/serve/native/schema");

const schema = packageSchema();

function resource(kind) {
  const token = `cdn:index:${kind}`;
  const { properties, inputProperties, aliases, isComponent } = schema.resources[token];
  const outputs = Object.fromEntries(Object.keys(properties).map((name) => [name, undefined]));
  if (isComponent) {
    return class extends pulumi.ComponentResource {
      constructor(name, args, opts) {
        super(token, name, { ...outputs, ...args }, opts, true);
      }
    };
  }
  const standard = {
    aliases,
    additionalSecretOutputs: Object.keys(properties).filter((name) => properties[name].secret),
    replaceOnChanges: Object.keys(inputProperties).filter((name) => inputProperties[name].replaceOnChanges),
  };
  return class extends pulumi.CustomResource {
    constructor(name, args, opts) {
      super(token, name, { ...outputs, ...args }, pulumi.mergeOptions(standard, opts));
    }

    static get(name, id, state, opts) {
      return new this(name, state, { ...opts, id: pulumi.output(id).apply(String) });
    }
  };
}

class Provider extends pulumi.ProviderResource {
  constructor(name, args = {}, opts) {
    const text = (value) =>
      pulumi.output(value).apply((known) => (typeof known === "string" ? known : JSON.stringify(known)));
    super("cdn", name, Object.fromEntries(Object.entries(args).map(([key, value]) => [key, text(value)])), opts);
  }
}

const functions = Object.keys(schema.functions).flatMap((token) => {
  const name = token.replace("cdn:index:", "");
  return [
    [name, (args, opts) => pulumi.runtime.invoke(token, args, opts)],
    [`${name}Output`, (args, opts) => pulumi.runtime.invokeOutput(token, args, opts)],
  ];
});

const resources = Object.keys(schema.resources).map((token) => {
  const kind = token.replace("cdn:index:", "");
  return [kind, resource(kind)];
});

const enumerations = Object.entries(schema.types).flatMap(([token, { enum: values }]) =>
  values === undefined
    ? []
    : [[token.replace("cdn:index:", ""), Object.fromEntries(values.map(({ name, value }) => [name, value]))]],
);

// A component returns its parts as references.
pulumi.runtime.registerResourceModule("cdn", "index", {
  version: schema.version,
  construct: (name, type, urn) =>
    new (Object.fromEntries(resources)[type.replace("cdn:index:", "")])(name, undefined, { urn }),
});

module.exports = {
  ...Object.fromEntries(enumerations),
  ...Object.fromEntries(resources),
  Provider,
  ...Object.fromEntries(functions),
};
