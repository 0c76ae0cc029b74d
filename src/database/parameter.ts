import { type Expression, ValueNode } from 'kysely';

/** What differs from one run of a statement to the next, by name. */
export type Values = Readonly<Record<string, unknown>>;

/** Stands in a statement for a value that each run brings. */
export class Parameter<T> implements Expression<T> {
  readonly #name: string;
  readonly #write: (value: unknown) => unknown;

  /** @param write - makes what the database gets of a value */
  constructor(name: string, write: (value: unknown) => unknown = (value) => value) {
    this.#name = name;
    this.#write = write;
  }

  get expressionType(): T | undefined {
    return undefined;
  }

  as<W>(write: (value: T) => W): Parameter<W> {
    return new Parameter(this.#name, (value) => write(this.#write(value) as T));
  }

  toOperationNode(): ValueNode {
    return ValueNode.create((values: Values) => this.#write(values[this.#name]));
  }
}

/** What the database gets for a value that is known, or for that of a parameter. */
export function written<T, W>(value: T | Parameter<T>, write: (value: T) => W): W | Parameter<W> {
  return value instanceof Parameter ? value.as(write) : write(value);
}
