/** Everything that can move money, or lets somebody move it, is logged before it is done: who, what, when, how much. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maskSecrets } from '../../lib/secrets.ts'
import type { CollectionRow } from '../../store/collections/collections.ts'
import { type AuditEntry, addAudit, addAuditEnd } from '../../store/outbox/audit.ts'
import type { Store } from '../../store/sqlite/open.ts'

/** The routes that are acts: methods, path (parameters by name), and the act's name. */
const acts: readonly [methods: RegExp, path: RegExp, act: string][] = [
  [/POST|PUT/, /^\/api\/[^/]+\/collections(\/:\w+)?$/, 'collections.create'],
  [/PATCH/, /^\/api\/[^/]+\/collections\/:\w+$/, 'collections.update'],
  [/PUT|DELETE|PATCH/, /^\/api\/[^/]+\/minting\/collections\/:\w+\/[\w-]+$/, 'collections.update'],
  [/PATCH/, /\/nfts\/:\w+$/, 'nfts.update'],
  [/DELETE/, /\/nfts\/:\w+$/, 'nfts.delete'],
  [/POST|PUT|PATCH|DELETE/, /\/templates(\/:\w+)?$/, 'templates'],
  [/POST/, /^\/api\/.*\/transfer$/, 'wallets:nfts.transfer'],
  [/POST/, /^\/app\/runs$/, 'runs.start'],
  [/POST/, /^\/app\/hand-overs$/, 'handOvers.create'],
  [/POST/, /^\/app\/hand-overs\/:\w+\/:?\w+$/, 'handOvers.order'],
  [/PATCH/, /^\/app\/hand-overs\/:\w+$/, 'handOvers.set'],
  [/PATCH/, /^\/app\/runs\/:\w+$/, 'runs.set'],
  [/POST/, /^\/app\/runs\/:\w+\/corrections$/, 'runs.correct'],
  [/POST/, /^\/app\/runs\/:\w+\/:?\w+$/, 'runs.order'],
  [/POST|PATCH|DELETE/, /^\/app\/keys(\/:\w+)?$/, 'keys'],
  [/POST|PATCH/, /^\/app\/projects(\/:\w+)?$/, 'projects'],
  [/POST|PUT|DELETE/, /^\/app\/(treasury|vault)(\/|$)/, 'treasury'],
  [/POST|DELETE/, /^\/app\/withdrawals(\/:id)?$/, 'withdrawals'],
  [/PUT|POST|DELETE/, /^\/app\/collections\/:\w+\/ownership(\/complete)?$/, 'collections.handOver'],
  [/POST/, /^\/app\/signatures$/, 'signatures.create'],
  [/PUT/, /^\/app\/caps\/:\w+$/, 'caps.set'],
  [/PATCH/, /^\/app\/collections\/:\w+\/metadata$/, 'collections.update'],
  // These send waiting transactions, and sent ones again.
  [/POST/, /^\/app\/collections\/:\w+\/resume$/, 'collections.resume'],
  [/POST/, /^\/app\/collections\/:\w+\/take-over$/, 'collections.takeOver'],
  [/POST/, /^\/app\/networks\/:\w+\/free$/, 'networks.free'],
  [/POST/, /^\/app\/practice\/:\w+\/reset$/, 'practice.reset'],
  [/POST/, /^\/app\/practice\/:\w+\/fund$/, 'practice.fund'],
  // These decide whose reports of fees and balances are believed, and whose pages may call.
  [/PUT/, /^\/app\/networks\/:\w+\/rpcs$/, 'networks.rpcs'],
  [/POST/, /^\/app\/networks$/, 'networks.add'],
  [/DELETE/, /^\/app\/networks\/:\w+$/, 'networks.remove'],
  [/POST|PUT|DELETE/, /^\/app\/backups$/, 'backups'],
  [/PUT|DELETE/, /^\/app\/origins\/:\w+$/, 'origins'],
  [/DELETE/, /^\/app\/sessions$/, 'sessions.end'],
  [/POST|PATCH|DELETE/, /^\/app\/people(\/:\w+)?$/, 'people'],
  [/POST/, /^\/app\/people\/:\w+\/link$/, 'people.link'],
  [/POST|DELETE/, /^\/app\/me\/passkeys(\/:\w+)?$/, 'passkeys'],
]
/** Mints are logged where they are taken into the journal, in the same transaction. */
const minting = /\/(nfts|sfts|nfts\/:\w+)$/

/** The act of a route; undefined for none, `nfts.create` where the journal's own transaction logs it. */
export function actOf(method: string, url: string): string | undefined {
  const path = url.length > 1 ? url.replace(/\/$/, '') : url
  if (/^\/api\//.test(path) && minting.test(path) && /^(POST|PUT)$/.test(method)) return 'nfts.create'
  return acts.find(([methods, form]) => methods.test(method) && form.test(path))?.[2]
}

/** The fields of a body that are logged. No others are: bodies contain secrets. */
const recorded = [
  ...['id', 'chain', 'recipient', 'templateId', 'from', 'to', 'fromAddress', 'toAddress', 'contractAddress'],
  ...['tokenMintAddress', 'tokenId', 'quantity', 'amount', 'supplyLimit', 'payments', 'value', 'uri', 'recipients'],
  ...['description', 'imageUrl', 'bannerUrl', 'link'],
  ...[
    'importId',
    'row',
    'image',
    'skipErrors',
    'feeCeiling',
    'feeCeilings',
    'nfts',
    'name',
    'kind',
    'scopes',
    'enterprise',
    'requestsPerMinute',
    'mintsPerDay',
    'perRun',
    'message',
    'perDay',
    'inAll',
    'role',
    'place',
  ],
]

export interface AuditOptions {
  db: Store
  clock: () => number
  /** Whether a bearer token is the command line's. */
  isOwner?: ((token: string) => boolean) | undefined
}

/** Logs the acts of all routes that are added from now on: first the request, before it is carried out, then the status of its answer. */
export function auditActs(app: FastifyInstance, { db, clock, isOwner = () => false }: AuditOptions): void {
  const entries = new WeakMap<FastifyRequest, number>()

  async function before(this: FastifyInstance, request: FastifyRequest): Promise<void> {
    const { act = '' } = request.routeOptions.config
    const { caller, body, params } = request
    if (!caller) return
    const detail = detailOf(body)
    const pk = await addAudit(db, {
      at: clock(),
      projectId: caller.project.id,
      who: whoIs(request),
      act: actName(act, request),
      subject: maskSecrets(subjectOf(params, detail, request.url)),
      amount: amountOf(detail),
      detail: maskSecrets(JSON.stringify(detail)),
    })
    entries.set(request, pk)
  }

  async function after(
    this: FastifyInstance,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
  ): Promise<unknown> {
    const pk = entries.get(request)
    if (pk === undefined) return payload
    entries.delete(request)
    const refused = reply.statusCode >= 400 && typeof payload === 'string'
    const code = refused ? (/"code":"([\w.-]+)"/.exec(payload)?.[1] ?? null) : null
    await addAuditEnd(db, pk, clock(), reply.statusCode, code)
    return payload
  }

  app.decorateRequest('isOwner', function (this: FastifyRequest): boolean {
    return isOwner(/^Bearer (\S+)$/i.exec(this.headers.authorization ?? '')?.[1] ?? '')
  })
  // Only on these routes, so that other requests cost nothing.
  app.addHook('onRoute', (route) => {
    const [method = ''] = [route.method].flat()
    const act = actOf(method, route.url)
    if (act === undefined || act === 'nfts.create') return
    route.config = { ...route.config, act }
    route.preHandler = [...[route.preHandler ?? []].flat(), before]
    route.onSend = [...[route.onSend ?? []].flat(), after]
  })
}

/** The audit entry of mints, in the transaction that takes them; none if no mint was made. */
export function auditOfMints(
  projectId: string,
  who: string,
  { id, chain }: CollectionRow,
  made: readonly { id: string }[],
  now: number,
): AuditEntry[] {
  const [first] = made
  if (first === undefined) return []
  return [
    {
      at: now,
      projectId,
      who,
      act: 'nfts.create',
      subject: `${id} on ${chain}`,
      amount: made.length === 1 ? '1 NFT' : `${made.length} NFTs`,
      detail: maskSecrets(JSON.stringify({ first: first.id })),
    },
  ]
}

/** The caller's name in the audit log. */
export function whoIs(request: Pick<FastifyRequest, 'caller' | 'isOwner'>): string {
  const key = request.caller?.key
  if (key) return key.name === '' ? `key ${key.hint}` : `key ${key.name} (${key.hint})`
  if (request.caller?.person) return `person ${request.caller.person.name}`
  return request.isOwner() ? 'command line' : 'window'
}

function actName(act: string, { method, url }: FastifyRequest): string {
  const verb = { POST: 'create', PUT: 'set', PATCH: 'update', DELETE: 'delete' }[method] ?? ''
  const path = url.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const last = path.split('/').at(-1) ?? ''
  if (act === 'runs.order') return `runs.${last}`
  if (act === 'handOvers.order') return `handOvers.${last}`
  if (act === 'treasury') return path.replace(/^\/app\//, '').replaceAll('/', '.')
  if (act === 'keys') return method === 'DELETE' ? 'keys.revoke' : `keys.${verb}`
  return act.includes('.') ? act : `${act}.${verb}`
}

function subjectOf(params: unknown, detail: Record<string, unknown>, url: string): string {
  const values = typeof params === 'object' && params !== null ? Object.values(params).map(String) : []
  const { id, name, fromAddress, from, importId } = detail
  const named = [id, name, fromAddress, from, importId].find((one) => typeof one === 'string' && one !== '')
  const last = url
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1)
  return (values.length > 0 ? values.join(' / ') : String(named ?? last)).slice(0, 600)
}

function detailOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(
    recorded.flatMap((name) => {
      const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined
      if (value === undefined) return []
      const short = typeof value === 'string' ? value.slice(0, 400) : value
      return [[name, JSON.stringify(short).length > 1_000 ? '…' : short]]
    }),
  )
}

function amountOf({ amount, quantity, nfts }: Record<string, unknown>): string | null {
  if (typeof nfts === 'number') return nfts === 1 ? '1 NFT' : `${nfts} NFTs`
  const value = amount ?? quantity
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it bears the command line's token. */
    isOwner(): boolean
  }
  interface FastifyContextConfig {
    /** The act's name in the audit log; routes with one are logged. */
    act?: string
  }
}
