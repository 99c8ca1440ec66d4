/** How a report is written. */
export interface RenderOptions {
  /** Colours, for a terminal; text only. @default false */
  readonly color?: boolean;
}
