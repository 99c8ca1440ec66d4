import { isDeepStrictEqual } from "node:util";
import {
  CheckFailure,
  CheckResponse,
  CreateResponse,
  DiffResponse,
  PropertyDiff,
  ReadResponse,
  UpdateResponse,
  type CheckRequest,
  type CreateRequest,
  type DeleteRequest,
  type DiffRequest,
  type ReadRequest,
  type UpdateRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { inAnyLanguage } from "../../wire/words";
import type { CheckFailure as Failure } from "../../declared/failures";
import type { Properties } from "../../declared/properties";
import { IncompleteError } from "../../declared/failures";
import { propertyOf, stringsIn, unknownValue } from "../../declared/properties";
import type { InputField } from "../../wire/fields";
import { fieldNames } from "../../wire/fields";
import { withSecretsMarked } from "../../wire/secrets";
import type { ServedKind, ServedKinds } from "../servedKinds";
import { newSecrets } from "../servedKinds";
import type { PropertyChange } from "./diff";
import { changesOf } from "./diff";
import { IncompleteResource } from "./errors";
import type { Received } from "./marshal";
import { received, sent } from "./marshal";
import { kindOfType } from "./tokens";
import { declaredKey } from "../../wire/stateKeys";

/** Calls the life cycles for the engine. */
export class Resources {
  constructor(private readonly kinds: ServedKinds) {}

  async check(request: CheckRequest): Promise<CheckResponse> {
    const served = this.#kindOf(request);
    const news = received(request.getNews());
    const { inputs, failures } = await served.check(received(request.getOlds()).plain, news.plain);
    const secret = new Set([...news.secret, ...served.kind.secretInputs]);
    const isHidden = (property: string): boolean => secret.has(property) && news.plain[property] !== undefined;
    const reported = failures.map((failure) =>
      isHidden(propertyOf(failure.property)) ? withoutValue(failure) : failureOf(failure),
    );
    return new CheckResponse().setInputs(sent(inputs, secret)).setFailuresList(reported);
  }

  async diff(request: DiffRequest): Promise<DiffResponse> {
    const served = this.#kindOf(request);
    const [{ plain: state }, { plain: news }] = [received(request.getOlds()), received(request.getNews())];
    const oldInputs = request.hasOldInputs() ? received(request.getOldInputs()).plain : state;
    const { replaces, deleteBeforeReplace, settles, isGone } = await served.diff(request.getId(), state, news);
    const { table } = served.kind;
    const changes = changesOf({ table, oldInputs, state, news, replaces, ignored: request.getIgnorechangesList() });
    // A detailed diff can't express that the object is gone, or that only its state must be written.
    const hasNoDetails = isGone || settles === true;

    const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
    const response = new DiffResponse()
      .setChanges(changes.size > 0 || hasNoDetails ? DIFF_SOME : DIFF_NONE)
      .setDeletebeforereplace(deleteBeforeReplace)
      .setDiffsList([...new Set([...changes.keys()].map(propertyOf))])
      .setReplacesList([...replaces.filter((key) => changes.has(key)), ...(isGone ? ["provider"] : [])])
      .setHasdetaileddiff(!hasNoDetails);
    for (const [path, change] of changes) response.getDetaileddiffMap().set(path, propertyDiff(change));
    return response;
  }

  async create(request: CreateRequest): Promise<CreateResponse> {
    const served = this.#kindOf(request);
    const { plain: inputs, secret } = received(request.getProperties());
    if (request.getPreview()) {
      const unknown = served.kind.outputNames.map((name) => [name, unknownValue]);
      const planned = { ...Object.fromEntries(unknown), ...inputs } as Properties;
      return new CreateResponse().setProperties(managed(served, planned, secret));
    }
    const { id, state } = await served
      .create(inputs, undefined, timeoutMsOf(request), request.getUrn())
      .catch((error: unknown) => throwServed(served, error, secret));
    return new CreateResponse().setId(id).setProperties(managed(served, state, secret));
  }

  async read(request: ReadRequest): Promise<ReadResponse> {
    const served = this.#kindOf(request);
    // Only an import sends no inputs; those of `get` may be empty.
    if (!request.hasInputs()) {
      const { id, state, inputs, secrets = [] } = await served.import(request.getId());
      return new ReadResponse()
        .setId(id)
        .setProperties(managed(served, state, new Set(secrets)))
        .setInputs(sent(inputs, new Set([...served.kind.secretInputs, ...secrets])));
    }
    const [prior, inputs] = [received(request.getProperties()), received(request.getInputs())];
    const found = await served.read(request.getId(), prior.plain, inputs.plain);
    // An empty id means deleted.
    if (found === undefined) return new ReadResponse();
    const response = new ReadResponse().setId(request.getId());
    if (found.inputs === undefined) {
      return response.setProperties(sent(withSecretsMarked(served.kind.readTable, found.state)));
    }
    const former = formerSecrets(served, prior, inputs.plain);
    const secret = new Set([...inputs.secret, ...newSecrets(found, prior.plain), ...former]);
    return response
      .setProperties(managed(served, found.state, secret))
      .setInputs(sent(found.inputs, new Set([...secret, ...served.kind.secretInputs])));
  }

  async update(request: UpdateRequest): Promise<UpdateResponse> {
    const served = this.#kindOf(request);
    const olds = received(request.getOlds());
    const { plain: inputs, secret: declared } = received(request.getNews());
    const state = olds.plain;
    const secret = new Set([...declared, ...formerSecrets(served, olds, inputs)]);
    if (request.getPreview()) {
      const unknown = unknownAfter(served, state, inputs).map((name) => [name, unknownValue]);
      const planned = { ...state, ...inputs, ...Object.fromEntries(unknown) } as Properties;
      return new UpdateResponse().setProperties(managed(served, planned, secret));
    }
    const updated = await served
      .update(request.getId(), state, inputs, timeoutMsOf(request), request.getUrn())
      .catch((error: unknown) => throwServed(served, error, secret));
    return new UpdateResponse().setProperties(managed(served, updated, secret));
  }

  async delete(request: DeleteRequest): Promise<Empty> {
    await this.#kindOf(request).delete(request.getId(), received(request.getProperties()).plain);
    return new Empty();
  }

  #kindOf(request: { getUrn(): string }): ServedKind {
    return this.kinds.of(kindOfType(typeIn(request.getUrn())));
  }
}

/** Returns the type in a URN, without the types of its parents. */
export function typeIn(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** Returns the resource option `customTimeouts` in milliseconds. The engine passes seconds, or 0 for none. */
function timeoutMsOf(request: CreateRequest | UpdateRequest): number | undefined {
  return request.getTimeout() > 0 ? request.getTimeout() * 1000 : undefined;
}

/** Returns the state of a resource that this stack manages. */
function managed(served: ServedKind, state: Properties, secret: ReadonlySet<string> = new Set()): Struct {
  const { table, options, repeatingOutputs = [] } = served.kind;
  const marked = withSecretsMarked(table, served.located(state));
  return sent(withSecretsMarked(options, marked), new Set([...secret, ...repeatingOutputs]));
}

/**
 * Returns the arguments that the state has as secrets and the program no longer declares. The service keeps their values, so they stay secret until
 * the program declares them in plain text.
 */
function formerSecrets({ kind }: ServedKind, { sealed }: Received, inputs: Properties): string[] {
  return kind.args.map(({ name }) => name).filter((name) => sealed.has(name) && inputs[name] === undefined);
}

/** Returns the outputs whose values after an update are not known in advance. */
function unknownAfter(served: ServedKind, state: Properties, inputs: Properties): string[] {
  const { table, settings, linkedOutputs = [] } = served.kind;
  const declaredNames = stringsIn(state[declaredKey]);
  const isDropped = (name: string): boolean => declaredNames.includes(name) && inputs[name] === undefined;
  const isChanged = (name: string): boolean =>
    isDropped(name) || (name in inputs && !isDeepStrictEqual(inputs[name], state[name]));
  // The service sets some settings because of others.
  const isImplied = ({ name, input }: InputField): boolean =>
    inputs[name] === undefined && input.impliedBy?.settings.some(isChanged) === true;
  const areLinkedChanged = linkedOutputs.some(isChanged) || served.changesOutputs(state, inputs);
  return [
    ...fieldNames(table, (field) => field.volatile === true),
    ...settings.filter((field) => isDropped(field.name) || isImplied(field)).map(({ name }) => name),
    ...(areLinkedChanged ? linkedOutputs.filter((name) => inputs[name] === undefined) : []),
  ];
}

/** Converts an error so that the engine saves the state that a failed creation or update has reached. */
function throwServed(served: ServedKind, error: unknown, secret: ReadonlySet<string>): never {
  if (!(error instanceof IncompleteError)) throw error;
  throw new IncompleteResource(error.id, managed(served, error.state, secret), error.message);
}

function failureOf({ property, reason }: Pick<Failure, "property" | "reason">): CheckFailure {
  return new CheckFailure().setProperty(property).setReason(inAnyLanguage(reason));
}

/** Returns a failure without its property for a secret value, because the engine prints the value of the property. */
function withoutValue({ property, rule, got }: Failure): CheckFailure {
  const reason = `${property} ${got === undefined ? "is not valid" : rule}. The value is secret, so it is not shown`;
  return failureOf({ property: "", reason });
}

export function propertyDiff({ kind, replaces, inInputs }: PropertyChange): PropertyDiff {
  return new PropertyDiff()
    .setKind(PropertyDiff.Kind[replaces ? (`${kind}_REPLACE` as const) : kind])
    .setInputdiff(inInputs);
}
