/** Providers of holdings, as the window and the command line see them: never with a key. */
import { z } from 'zod'
import { providerKinds } from '../provider-kinds.ts'

/** `GET /app/providers`, and the answer to every change of them. */
export const providersState = z.object({
  drivers: z.array(
    z.object({
      kind: z.enum(providerKinds),
      /** As people know it. */
      name: z.string(),
      /** Networks that it knows. */
      chains: z.array(z.string()),
      /** Whether it can be set for `all` networks; else for one of its own at a time. */
      forAll: z.boolean(),
      /** Whether it answers without a key. */
      keyless: z.boolean(),
      /** The environment variable that a key may stand in, and whether one does; null: it takes no key. */
      variable: z.string().nullable(),
      fromEnvironment: z.boolean(),
      /** The same of the address of a server of one's own; null: it has no other than the public ones, or the key says it. */
      urlVariable: z.string().nullable(),
      urlFromEnvironment: z.boolean(),
    }),
  ),
  set: z.array(
    z.object({
      /** `all`, or one network's name, which goes before it. */
      scope: z.string(),
      kind: z.enum(providerKinds),
      name: z.string(),
      /** The key's last characters alone; null: it stands in the environment, or there is none. */
      key: z.string().nullable(),
      /** The server of one's own that is asked; absent: none is set here. */
      url: z.string().optional(),
    }),
  ),
  /** Where `ipfs://` of strangers is asked for, in turn. */
  gateways: z.object({ custom: z.boolean(), list: z.array(z.string()) }),
})
export type ProvidersState = z.infer<typeof providersState>

/**
 * `PUT /app/providers/{scope}`: tests the provider and sets it for `all` networks or one. Without `key` or `url` the one that is set for it stays,
 * or the environment's is used; an empty `url` goes back to the public server. `DELETE` of the same sets none.
 */
export const providerRequest = z.object({
  kind: z.enum(providerKinds),
  key: z.string().max(500).optional(),
  url: z.string().max(500).optional(),
})
export type ProviderRequest = z.infer<typeof providerRequest>

/** `POST /app/providers/{scope}/test` */
export const providerTest = z.object({ name: z.string(), chain: z.string(), latencyMs: z.int() })
export type ProviderTest = z.infer<typeof providerTest>

/** Ours: each that is asked in vain costs time. */
export const mostGateways = 10

/**
 * `PUT /app/gateways`: null goes back to the usual ones. `shown`: the list that the person changed; where there is another one by now, it is 409
 * `gateway.changed`.
 */
export const gatewaysRequest = z.object({
  gateways: z.array(z.string().max(500)).max(mostGateways).nullable(),
  shown: z.array(z.string().max(500)).max(mostGateways).optional(),
})
