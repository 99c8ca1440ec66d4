/** The numbers of record types by name. */
export const types = {
  ...{
    A: 0,
    AAAA: 1,
    CNAME: 2,
    TXT: 3,
    MX: 4,
    Redirect: 5,
    Flatten: 6,
    PullZone: 7,
    SRV: 8,
    CAA: 9,
    PTR: 10,
    Script: 11,
  },
  ...{ NS: 12, SVCB: 13, HTTPS: 14, TLSA: 15 },
} as const;

const weighted: readonly number[] = [types.A, types.AAAA, types.SRV];

/** Whether the service stores the weight of a new record of this type. */
export function hasWeight(type: number): boolean {
  return weighted.includes(type);
}
