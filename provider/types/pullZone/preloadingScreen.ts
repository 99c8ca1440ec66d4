/** Preloading screen of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZonePreloadingScreen {
  /** Enabled. */
  preloadingScreenEnabled: boolean;
  /** Shown on a user's first load. */
  preloadingScreenShowOnFirstVisit: boolean;
  /** Custom code. */
  preloadingScreenCode?: string;
  /** Logo URL. */
  preloadingScreenLogoUrl?: string;
  /** Custom preloader enabled. */
  preloadingScreenCodeEnabled: boolean;
  /** 0 = Light, 1 = Dark. */
  preloadingScreenTheme: number;
  /** Delay in milliseconds before it is displayed. */
  preloadingScreenDelay: number;
}
