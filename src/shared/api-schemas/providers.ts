/** Providers of holdings, as sent to the window and the command line: never with a whole key. */
import { z } from 'zod'
import { providerKinds } from '../provider-kinds.ts'

/** The answer of `GET /app/providers`, and of every change. */
export const providersState = z.object({
  drivers: z.array(
    z.object({
      kind: z.enum(providerKinds),
      /** Its display name. */
      name: z.string(),
      /** The networks that it covers. */
      chains: z.array(z.string()),
      /** Whether it can be set for `all` networks; otherwise for one of its networks at a time. */
      forAll: z.boolean(),
      /** Whether it works without a key. */
      keyless: z.boolean(),
      /** The environment variable that can hold a key, and whether it does; null: the provider takes no key. */
      variable: z.string().nullable(),
      fromEnvironment: z.boolean(),
      /** The same for the URL of a private server; null: there are only public servers, or the key determines the server. */
      urlVariable: z.string().nullable(),
      urlFromEnvironment: z.boolean(),
    }),
  ),
  set: z.array(
    z.object({
      /** `all`, or one network's name, which takes precedence over `all`. */
      scope: z.string(),
      kind: z.enum(providerKinds),
      name: z.string(),
      /** Only the key's last characters; null: the key comes from the environment, or there is none. */
      key: z.string().nullable(),
      /** The private server to ask; absent: none is set here. */
      url: z.string().optional(),
    }),
  ),
  /** Gateways for `ipfs://` addresses in other people's metadata, tried in order. */
  gateways: z.object({ custom: z.boolean(), list: z.array(z.string()) }),
})
export type ProvidersState = z.infer<typeof providersState>

/**
 * `PUT /app/providers/{scope}`: tests the provider and sets it for `all` networks or one. An absent `key` or `url` keeps the one that is set,
 * or uses the environment's; an empty `url` returns to the public server. `DELETE` of the same path sets none.
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

/** Ours: each gateway that fails costs time. */
export const mostGateways = 10

/**
 * `PUT /app/gateways`: null restores the default list. `shown`: the list that the person edited; if the stored list has changed since, the
 * answer is 409 `gateway.changed`.
 */
export const gatewaysRequest = z.object({
  gateways: z.array(z.string().max(500)).max(mostGateways).nullable(),
  shown: z.array(z.string().max(500)).max(mostGateways).optional(),
})
