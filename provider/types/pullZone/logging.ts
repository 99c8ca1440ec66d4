/** Logging of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZoneLogging {
  /** Logging enabled. */
  enableLogging: boolean;
  /** Extended logging with additional details. */
  enableExtendedLogging: boolean;
  /** Log IP anonymization flag. */
  loggingIPAnonymizationEnabled: boolean;
  /** Log anonymization type. Assumption: 0 OneDigit, 1 Drop; other integers may come. */
  logAnonymizationType: number;
  /** 0 = Plain, 1 = JSON. */
  logFormat: number;
  /** Permanent logging enabled. */
  loggingSaveToStorage: boolean;
  /** Storage zone holding permanent logs. */
  loggingStorageZoneId: number;
  /** Log forwarding enabled. */
  logForwardingEnabled: boolean;
  /** Forwarding hostname. */
  logForwardingHostname?: string;
  /** Forwarding port. */
  logForwardingPort: number;
  /** Forwarding token. Secret. */
  logForwardingToken?: string;
  /** Forwarding protocol type. Assumption: 0 UDP, 1 TCP, 2 TCPEncrypted, 3 DataDog; other integers may come. */
  logForwardingProtocol: number;
  /** 0 = Plain, 1 = JSON. */
  logForwardingFormat: number;
}
