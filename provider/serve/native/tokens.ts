import { InvalidInputError } from "../../api/errors";
import type { KindName } from "../../kinds";
import { kindNames } from "../../kinds";
import { nativeType } from "../../kinds/resourceTypes";

/** Returns the kind of a resource type. @throws {InvalidInputError} for a type that this provider does not have */
export function kindOfType(type: string): KindName {
  const name = kindNames.find((kind) => nativeType(kind) === type);
  if (name !== undefined) return name;
  throw new InvalidInputError(
    `${type} is not a resource type of this provider. Its types are ${kindNames.map(nativeType).join(", ")}`,
  );
}
