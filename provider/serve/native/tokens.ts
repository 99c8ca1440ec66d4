import { InvalidInputError } from "../../api/errors";
import type { KindName } from "../../kinds";
import { kindNames } from "../../kinds";
import { nativeType } from "../../kinds/resourceTypes";

/** The kind of a resource's type. @throws {InvalidInputError} for one that this provider does not have */
export function kindOfType(type: string): KindName {
  const name = kindNames.find((kind) => nativeType(kind) === type);
  if (name !== undefined) return name;
  throw new InvalidInputError(
    `${type} is not a resource of this provider. Its resources are ${kindNames.map(nativeType).join(", ")}`,
  );
}
