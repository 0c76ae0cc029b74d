import { randomUUID } from 'node:crypto';

import type { Next } from 'hono';
import { z } from 'zod';

import type { LoopbackContext } from '../loopback-server.ts';
import { standardPlan, type EntitySummary, type PlanRecord } from './plan-record.ts';
import { ServiceHost } from './service-host.ts';
import { bearerOf, jsonBodyOf, refuse } from './wire.ts';

/** The scope for reading a plan. Listings ask for it, too: their scope is open (docs/services.md, "Credentials"). */
const PLANS_READ = 'plans:read';

/** The most entities in one listing request (docs/services.md, "Limits"). */
const ENTITIES_PER_LISTING = 100;

/** Fields of a plan to set. The host itself sets `version` and `entity.id`. */
type PlanPatch = Partial<Omit<PlanRecord, 'entity' | 'version'>> & {
  entity?: Partial<Omit<EntitySummary, 'id'>>;
};

type IdentityHostOptions = {
  /** The key that holds {@link PLANS_READ}; by default a new one. */
  applicationKey?: string;
  /** Ms since the epoch; dates the Standard answers. */
  now?: () => number;
};

const listingRequest = z.object({ entities: z.array(z.string().min(1)).max(ENTITIES_PER_LISTING) });

/** The identity service: reads the plan of one entity, or of several (docs/services.md). */
export class IdentityHost extends ServiceHost {
  readonly applicationKey: string;
  /** Application key to its scopes. */
  readonly keys: Map<string, string[]>;
  /** Entity id to its plan. Deleting an entry deletes the entity, which then answers Standard. */
  readonly plans = new Map<string, PlanRecord>();
  readonly #startedAt: number;

  constructor({ applicationKey = `application-key-${randomUUID()}`, now = Date.now }: IdentityHostOptions = {}) {
    super();
    this.applicationKey = applicationKey;
    this.keys = new Map([[applicationKey, [PLANS_READ]]]);
    this.#startedAt = now();
    const { app } = this.server;
    app.use('/api/v1/entities/*', (context: LoopbackContext, next) => this.#authorise(context, next));
    app.get('/api/v1/entities/:entityId/plan', (context) => context.json(this.planOf(context.req.param('entityId'))));
    app.post('/api/v1/entities/plans', (context) => this.#list(context));
  }

  /** The plan in the host's answer: an unknown entity is on the Standard plan (docs/services.md, "One plan"). */
  planOf(entityId: string): PlanRecord {
    return this.plans.get(entityId) ?? standardPlan(entityId, this.#startedAt);
  }

  /** Sets fields of a plan and counts its version up. Other fields stay unchanged, at first as on the Standard plan. */
  setPlan(entityId: string, patch: PlanPatch): PlanRecord {
    const before = this.planOf(entityId);
    const plan: PlanRecord = {
      ...before,
      ...patch,
      entity: { ...before.entity, ...patch.entity, id: entityId },
      version: (this.plans.get(entityId)?.version ?? 0) + 1,
    };
    this.plans.set(entityId, plan);
    return plan;
  }

  async #authorise(context: LoopbackContext, next: Next): Promise<Response | undefined> {
    const scopes = this.keys.get(bearerOf(context) ?? '');
    if (!scopes) return refuse(context, 401, 'invalid_key', 'The application key is missing or unknown.');
    if (!scopes.includes(PLANS_READ)) return refuse(context, 403, 'missing_scope', `The key needs ${PLANS_READ}.`);
    await next();
    return undefined;
  }

  async #list(context: LoopbackContext): Promise<Response> {
    const request = listingRequest.safeParse(await jsonBodyOf(context));
    if (!request.success) {
      return refuse(
        context,
        400,
        'invalid_request',
        `Send {"entities": [ids]}, ${ENTITIES_PER_LISTING} at most, as JSON.`,
      );
    }
    // The form of a listing is open (docs/services.md, "Several plans").
    return context.json({ plans: request.data.entities.map((entityId) => this.planOf(entityId)) });
  }
}
