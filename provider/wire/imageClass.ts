import { table } from "./fields";

/** An optimizer class. What its properties hold, the contract does not show: they are kept as they are. */
export const optimizerClassTable = table("optimizer class", { Name: "string", Properties: "json" });

/** An image AI blueprint, of the same shape. */
export const imageBlueprintTable = table("image blueprint", { Name: "string", Properties: "json" });
