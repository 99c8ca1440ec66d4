import type { FieldSpecs } from "../../provider/wire/fields";
import { table } from "../../provider/wire/fields";

/** Returns field specifications from the names of the fields of each type. */
function fieldsOf(lines: Readonly<Record<string, string>>): FieldSpecs {
  const specs = Object.entries(lines).flatMap(([type, names]) =>
    names.split(" ").map((name) => [name, { type, doc: name }] as const),
  );
  return Object.fromEntries(specs) as FieldSpecs;
}

const variableTable = table(
  { object: "environment variable", type: "EnvironmentVariable", doc: "An environment variable of a DNS record." },
  fieldsOf({ string: "Name Value" }),
);

export const dnsRecordTable = table(
  { object: "DNS record", type: "DnsRecord", doc: "A record of a DNS zone." },
  {
    ...fieldsOf({
      int64: "Id DnsZoneId AcceleratedPullZoneId",
      enum: "Type MonitorType MonitorStatus SmartRoutingType AccelerationStatus",
      int32: "Ttl Weight Priority Port Flags",
      "string?": "Value Name Tag LinkName LatencyZone Comment IPGeoLocationInfo GeolocationInfo",
      boolean: "Accelerated Disabled AutoSslIssuance",
      double: "GeolocationLatitude GeolocationLongitude",
    }),
    // Misspelt by the service.
    EnviromentalVariables: { type: "object[]?", of: variableTable, doc: "Environment variables of a script." },
  },
);

export const dnsZoneTable = table(
  { object: "DNS zone", type: "DnsZone", doc: "A DNS zone." },
  {
    ...fieldsOf({
      int64: "Id",
      "string?": "Domain Nameserver1 Nameserver2 SoaEmail",
      "date-time": "DateModified DateCreated NameserversNextCheck",
      boolean:
        "NameserversDetected CustomNameserversEnabled LoggingEnabled LoggingIPAnonymizationEnabled DnsSecEnabled",
      enum: "LogAnonymizationType CertificateKeyType",
    }),
    Records: { type: "object[]?", of: dnsRecordTable, doc: "The records of the zone." },
  },
);
