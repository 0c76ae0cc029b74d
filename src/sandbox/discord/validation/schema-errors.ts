import type { ZodMiniType } from 'zod/mini';
import type { $ZodIssue } from 'zod/v4/core';

import { notAChoice, required, wrongComponent, type FormError, type FormPath } from './form-error.ts';

type InvalidUnion = Extract<$ZodIssue, { code: 'invalid_union' }>;
type InvalidType = Extract<$ZodIssue, { code: 'invalid_type' }>;
type InvalidFormat = Extract<$ZodIssue, { code: 'invalid_format' }>;
type Branch = InvalidUnion['errors'][number];

/** The errors that Discord's published schema finds in a body, in Discord's words. */
export function schemaErrors(schema: ZodMiniType, body: unknown, base: FormPath = []): FormError[] {
  const result = schema.safeParse(body);
  return result.success ? [] : result.error.issues.flatMap((issue) => formErrors(issue, body, base));
}

function formErrors(issue: $ZodIssue, within: unknown, base: FormPath): FormError[] {
  const path = [...base, ...issue.path];
  const value = valueAt(within, issue.path);
  if (issue.code === 'invalid_union') return unionErrors(issue, value, path);
  if (issue.code === 'invalid_type') return [typeError(issue, value, path)];
  if (issue.code === 'invalid_format') return formatErrors(issue, value, path);
  if (issue.code === 'invalid_value') return [notAChoice(path, issue.values)];
  if (issue.code === 'too_big') return [sizeError(path, issue.origin, 'MAX', issue.maximum)];
  if (issue.code === 'too_small') {
    return [value === '' ? required(path) : sizeError(path, issue.origin, 'MIN', issue.minimum)];
  }
  return [{ path, code: 'BASE_TYPE_INVALID', message: 'This field is invalid' }];
}

function valueAt(body: unknown, path: FormPath): unknown {
  return path.reduce<unknown>(
    (node, key) => (typeof node === 'object' && node !== null ? Reflect.get(node, key) : undefined),
    body,
  );
}

/** The errors of a union are those of the intended branch: the one whose `type` fits, else the nearest. */
function unionErrors(issue: InvalidUnion, value: unknown, path: FormPath): FormError[] {
  const types = issue.errors.map(expectedTypes);
  const meant = issue.errors.filter((branch, index) => types[index]?.length === 0 && !refusesWhole(branch));
  if (meant.length === 0 && types.some((expected) => expected.length > 0)) return [wrongComponent(path, types.flat())];
  const [nearest] = (meant.length > 0 ? meant : issue.errors).toSorted((a, b) => a.length - b.length);
  return (nearest ?? []).flatMap((inner) => formErrors(inner, value, path));
}

function expectedTypes(branch: Branch): unknown[] {
  return branch.flatMap((issue) =>
    issue.code === 'invalid_value' && issue.path.length === 1 && issue.path[0] === 'type' ? issue.values : [],
  );
}

function refusesWhole(branch: Branch): boolean {
  return branch.some((issue) => issue.code === 'invalid_type' && issue.path.length === 0);
}

const TYPE_ERRORS: Partial<Record<InvalidType['expected'], [code: string, message: string]>> = {
  array: ['LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType'],
  object: ['DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType'],
  record: ['DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType'],
  boolean: ['BOOLEAN_TYPE_CONVERT', 'Must be either true or false.'],
};

function typeError(issue: InvalidType, value: unknown, path: FormPath): FormError {
  if (value === undefined || value === null) return required(path);
  const known = TYPE_ERRORS[issue.expected];
  if (known !== undefined) return { path, code: known[0], message: known[1] };
  return issue.expected === 'string'
    ? { path, code: 'STRING_TYPE_CONVERT', message: `Could not interpret "${JSON.stringify(value)}" as string.` }
    : { path, code: 'NUMBER_TYPE_COERCE', message: `Value "${JSON.stringify(value)}" is not int.` };
}

/** The published schema takes only `Z` times; Discord takes any ISO 8601 offset. */
function formatErrors(issue: InvalidFormat, value: unknown, path: FormPath): FormError[] {
  const text = String(value);
  if (issue.format === 'url') return [{ path, code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }];
  if (issue.format === 'datetime') {
    if (!Number.isNaN(Date.parse(text))) return [];
    return [{ path, code: 'DATE_TIME_TYPE_PARSE', message: `Could not parse ${text}. Should be ISO8601.` }];
  }
  return [{ path, code: 'NUMBER_TYPE_COERCE', message: `Value "${text}" is not snowflake.` }];
}

function sizeError(path: FormPath, origin: string, side: 'MAX' | 'MIN', limit: number | bigint): FormError {
  if (origin === 'string' || origin === 'array') {
    const message = side === 'MAX' ? `Must be ${limit} or fewer in length.` : `Must be ${limit} or more in length.`;
    return { path, code: `BASE_TYPE_${side}_LENGTH`, message };
  }
  const bound = side === 'MAX' ? 'less' : 'greater';
  return { path, code: `NUMBER_TYPE_${side}`, message: `int value should be ${bound} than or equal to ${limit}.` };
}
