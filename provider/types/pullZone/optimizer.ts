import type { ImageBlueprint, OptimizerClass } from "./imageClass";

/** Optimizer of a pull zone. Source: contract, unless a field says assumption. */
export interface PullZoneOptimizer {
  /** Optimizer enabled. */
  optimizerEnabled: boolean;
  /** Optimizer origin tunnel enabled. */
  optimizerTunnelEnabled: boolean;
  /** Maximum automatic image size for desktop; 0 ≤ x ≤ 5000. */
  optimizerDesktopMaxWidth: number;
  /** Maximum automatic image size for mobile; 0 ≤ x ≤ 5000. */
  optimizerMobileMaxWidth: number;
  /** Desktop image quality; 1 ≤ x ≤ 100. */
  optimizerImageQuality: number;
  /** Mobile image quality; 1 ≤ x ≤ 100. */
  optimizerMobileImageQuality: number;
  /** WebP optimization. */
  optimizerEnableWebP: boolean;
  /** SEO HTML prerender. */
  optimizerPrerenderHtml: boolean;
  /** Image manipulation. */
  optimizerEnableManipulationEngine: boolean;
  /** CSS minification. */
  optimizerMinifyCSS: boolean;
  /** JavaScript minification. */
  optimizerMinifyJavaScript: boolean;
  /** Watermarking. */
  optimizerWatermarkEnabled: boolean;
  /** URL of the watermark image. */
  optimizerWatermarkUrl?: string;
  /** Watermark position. Assumption: 0 BottomLeft, 1 BottomRight, 2 TopLeft, 3 TopRight, 4 Center, 5 CenterStretch; other integers may come. */
  optimizerWatermarkPosition: number;
  /** Watermark offset. */
  optimizerWatermarkOffset: number;
  /** Minimum image size that receives the watermark. */
  optimizerWatermarkMinImageSize: number;
  /** Automatic image optimization. */
  optimizerAutomaticOptimizationEnabled: boolean;
  /** Upscaling of images allowed. */
  optimizerEnableUpscaling: boolean;
  /** Optimizer classes; each has Name (string) and Properties (object). */
  optimizerClasses: OptimizerClass[];
  /** Class list is enforced. */
  optimizerForceClasses: boolean;
  /** Static HTML feature. */
  optimizerStaticHtmlEnabled: boolean;
  /** HTML path bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsPath?: string;
  /** Cookie bypassed by permanent cache in an edge rule. */
  optimizerStaticHtmlCmsBypassCookie?: string;
  /** Image AI feature. */
  enableCdnImageAi: boolean;
  /** Each has Name (string) and Properties (object). */
  cdnAiImageBlueprints: ImageBlueprint[];
}
