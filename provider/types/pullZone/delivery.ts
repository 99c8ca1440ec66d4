/** Delivery regions, traffic limits and pricing of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZoneDelivery {
  /** Delivery from North America. */
  enableGeoZoneUS: boolean;
  /** Delivery from Europe. */
  enableGeoZoneEU: boolean;
  /** Delivery from Asia / Oceania. */
  enableGeoZoneASIA: boolean;
  /** Delivery from South America. */
  enableGeoZoneSA: boolean;
  /** Delivery from Africa. */
  enableGeoZoneAF: boolean;
  /** Monthly bandwidth limit in bytes. */
  monthlyBandwidthLimit: number;
  /** Bandwidth used this month, bytes. Volatile: moves by itself, never drift. */
  monthlyBandwidthUsed: number;
  /** Total monthly charges so far. Volatile: moves by itself, never drift. */
  monthlyCharges: number;
  /** Excess requests are delayed until their number exceeds this burst size. */
  burstSize: number;
  /** Maximum requests per IP per second. */
  requestLimit: number;
  /** Maximum transfer rate in kb/s; 0 means unlimited. */
  limitRatePerSecond: number;
  /** Amount of data after which the rate limit activates. */
  limitRateAfter: number;
  /** Connections limited per IP. */
  connectionLimitPerIPCount: number;
  /** Custom price override; unit is $/Byte. */
  priceOverride: number;
  /** Monthly optimizer price for the zone. */
  optimizerPricing: number;
  /** Zone discount, EU and US region. */
  euusDiscount: number;
  /** Zone discount, South America. */
  southAmericaDiscount: number;
  /** Zone discount, Africa. */
  africaDiscount: number;
  /** Zone discount, Asia and Oceania. */
  asiaOceaniaDiscount: number;
}
