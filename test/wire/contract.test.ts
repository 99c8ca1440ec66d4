import assert from "node:assert/strict";
import type { Kind } from "../../provider/kinds";
import { kinds } from "../../provider/kinds";
import {
  edgeRuleActionTable,
  edgeRuleTable,
  edgeRuleTriggerTable,
  hostnameTable,
  imageBlueprintTable,
  optimizerClassTable,
} from "../../provider/wire/pullZoneParts";
import {
  edgeScriptDetailsTable,
  edgeScriptReleaseTable,
  edgeScriptSecretBodyTable,
  edgeScriptSecretTable,
  edgeScriptTable,
  edgeScriptVariableTable,
} from "../../provider/wire/edgeScript";
import type { Field, Table } from "../../provider/wire/fields";
import { pullZoneTable } from "../../provider/wire/pullZone";
import { addStorageZoneTable, storageZoneTable } from "../../provider/wire/storageZone";
import { nestedTables } from "../../scripts/generate/types";
import { actionFields, edgeRuleFields, namedPropertiesFields, triggerFields } from "../fixtures/contract/edgeRule";
import type { ContractFields } from "../fixtures/contract/field";
import { hostnameFields, pullZoneFields } from "../fixtures/contract/pullZone";
import {
  actionSecrets,
  hostnameSecrets,
  publicNames,
  pullZoneSecrets,
  pullZoneVolatile,
  storageZoneSecrets,
  storageZoneVolatile,
} from "../fixtures/contract/secrets";
import {
  releaseFields,
  scriptFields,
  scriptVolatile,
  secretFields,
  variableFields,
} from "../fixtures/recorded/edgeScripts";
import { addStorageZoneFields, addStorageZoneOptional, storageZoneFields } from "../fixtures/contract/storageZone";

/** The table as the contract would write it. */
function asContract({ fields }: Table): [string, string][] {
  return fields
    .filter((field) => field.assumed !== true)
    .map((field) => [field.wire, field.of === undefined ? field.type.replace(/^json$/, "object") : typeOf(field)]);
}

function typeOf({ of, type }: Field): string {
  const object = (of?.object ?? "").replace(/^edge rule (trigger|action)$/, "$1");
  return type.replace("object", /^(optimizer class|image blueprint)$/.test(object) ? "object" : object);
}

const wires = ({ fields }: Table, keep: (field: Field) => boolean): string[] =>
  fields.filter(keep).map(({ wire }) => wire);
const secrets = (table: Table): string[] => wires(table, ({ secret }) => secret === true);
const volatile = (table: Table): string[] => wires(table, (field) => field.volatile === true);
const assumed = (table: Table): string[] => wires(table, (field) => field.assumed === true);

/** The kinds whose objects the contract describes. It describes no other, so all fields of a new kind are assumed. */
const kindsOfContract: readonly string[] = ["StorageZone", "PullZone", "PullZoneHostname", "PullZoneEdgeRule"];

/** The contract says nothing of null inside an edge rule; the tables allow it there, for texts and arrays. */
const withoutNull = (fields: [string, string][]): [string, string][] =>
  fields.map(([name, type]) => [name, type.replace(/\?$/, "")]);

const copy = (fields: ContractFields): [string, string][] => fields.map(([name, type]) => [name, type]);

describe("The field tables", () => {
  it("have the 20 fields of a storage zone, in the contract's order and types", () => {
    assert.equal(storageZoneFields.length, 20);
    assert.deepEqual(asContract(storageZoneTable), copy(storageZoneFields));
  });

  it("have the 165 fields of a pull zone", () => {
    assert.equal(pullZoneFields.length, 165);
    assert.deepEqual(asContract(pullZoneTable), copy(pullZoneFields));
  });

  it("have the fields of a hostname, whose certificate is nullable", () => {
    const expected = hostnameFields.map(([name, type]) => [name, name.startsWith("Certificate") ? `${type}?` : type]);
    assert.deepEqual(asContract(hostnameTable), expected);
  });

  it("have the fields of an edge rule, its triggers and its actions", () => {
    assert.deepEqual(withoutNull(asContract(edgeRuleTable)), copy(edgeRuleFields));
    assert.deepEqual(withoutNull(asContract(edgeRuleTriggerTable)), copy(triggerFields));
    assert.deepEqual(withoutNull(asContract(edgeRuleActionTable)), copy(actionFields));
  });

  it("have the fields of an optimizer class and of an image blueprint", () => {
    assert.deepEqual(asContract(optimizerClassTable), copy(namedPropertiesFields));
    assert.deepEqual(asContract(imageBlueprintTable), copy(namedPropertiesFields));
  });

  it("have the fields of the body that adds a storage zone", () => {
    assert.deepEqual(asContract(addStorageZoneTable), copy(addStorageZoneFields));
    const optional = wires(addStorageZoneTable, (field) => field.nullable || field.optional === true);
    assert.deepEqual(optional, addStorageZoneOptional);
  });

  it("mark every password, key, token and action parameter as secret, and nothing else", () => {
    assert.deepEqual(secrets(storageZoneTable), storageZoneSecrets);
    assert.deepEqual(secrets(pullZoneTable), pullZoneSecrets);
    assert.deepEqual(secrets(hostnameTable), hostnameSecrets);
    assert.deepEqual(secrets(edgeRuleTable), actionSecrets);
    assert.deepEqual(secrets(edgeRuleActionTable), actionSecrets);
    for (const table of [edgeRuleTriggerTable, optimizerClassTable, imageBlueprintTable, addStorageZoneTable]) {
      assert.deepEqual(secrets(table), []);
    }
  });

  it("mark volatile fields, but not Enabled or Suspended", () => {
    assert.deepEqual(volatile(storageZoneTable).sort(), [...storageZoneVolatile].sort());
    assert.deepEqual(volatile(pullZoneTable).sort(), [...pullZoneVolatile].sort());
    assert.deepEqual(volatile(hostnameTable), []);
  });

  it("mark immutable fields", () => {
    const immutable = wires(storageZoneTable, (field) => field.immutable === true);
    assert.deepEqual(immutable, ["Name", "Region", "ZoneTier", "StorageZoneType"]);
  });

  it("mark as assumed what the contract lacks", () => {
    assert.deepEqual(assumed(edgeRuleTable), ["ActionType", "TriggerMatchingType"]);
    assert.deepEqual(assumed(edgeRuleTriggerTable), ["Parameter2", "Type", "PatternMatchingType"]);
    assert.deepEqual(assumed(edgeRuleActionTable), ["ActionType"]);
    assert.deepEqual(assumed(storageZoneTable), ["S3Hostname", "S3Endpoint"]);
    for (const { name, table, bodies = [] } of Object.values<Kind>(kinds)) {
      if (kindsOfContract.includes(name)) continue;
      for (const one of nestedTables([table, ...bodies])) assert.deepEqual(asContract(one), [], `${name}: ${one.type}`);
    }
    assert.deepEqual(assumed(hostnameTable), ["CertificateKeyType", "CertificateProvisionType"]);
    assert.deepEqual(assumed(pullZoneTable), [
      ...["SystemHostname", "LoadBalancerId", "IpFamilyPolicy", "DnsOriginPort", "DnsOriginScheme", "TlsSecurityLevel"],
      ...["OptimizerTunnelActiveProbingEnabled", "OptimizerHtmlToMarkdown", "OptimizerLlmsTxt"],
    ]);
  });

  it("have the fields of an edge script, its variables, releases and secrets, as others recorded them", () => {
    for (const [table, fields] of [
      [edgeScriptTable, scriptFields],
      [edgeScriptVariableTable, variableFields],
      [edgeScriptReleaseTable, releaseFields],
      [edgeScriptSecretTable, secretFields],
    ] as const) {
      assert.deepEqual(wires(table, () => true).sort(), [...fields].sort());
    }
    assert.deepEqual(secrets(edgeScriptTable), ["DeploymentKey"]);
    assert.deepEqual(secrets(edgeScriptDetailsTable), ["DeploymentKey"]);
    assert.deepEqual(secrets(edgeScriptSecretBodyTable), ["Secret"]);
    assert.deepEqual(volatile(edgeScriptTable).sort(), [...scriptVolatile].sort());
  });

  it("have the 13 public names", () => {
    const aliases = pullZoneTable.fields.flatMap(({ wire, alias }) => (alias === undefined ? [] : [[wire, alias]]));
    assert.equal(publicNames.length, 13);
    assert.deepEqual(aliases.sort(), publicNames.map((pair) => [...pair]).sort());
    for (const [, alias] of publicNames)
      assert.ok(
        pullZoneTable.fields.every(({ wire }) => wire !== alias),
        `${alias} is a field of its own`,
      );
  });
});
