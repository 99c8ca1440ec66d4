import { table } from "./fields";

export const optimizerClassTable = table(
  { object: "optimizer class", type: "OptimizerClass", doc: "An optimizer class of a pull zone." },
  {
    Name: { type: "string", doc: "Name of the class." },
    Properties: { type: "json", doc: "Its properties, unchanged: the contract does not show their content." },
  },
);

export const imageBlueprintTable = table(
  { object: "image blueprint", type: "ImageBlueprint", doc: "An image AI blueprint of a pull zone." },
  {
    Name: { type: "string", doc: "Name of the blueprint." },
    Properties: { type: "json", doc: "Its properties, unchanged: the contract does not show their content." },
  },
);
