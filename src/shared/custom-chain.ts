/** The name of a custom network: `custom-` and the name that a person gave it. */
export type CustomChain = `custom-${string}`

/** The form of the name after `custom-`, which is used in URLs, in file names and before the colon of a locator. */
export const customName = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

const prefix = 'custom-'

/** Whether a text has the form of such a name. Whether the network exists, the core's `KnownNetworks` say. */
export function isCustomChain(text: string): text is CustomChain {
  return text.startsWith(prefix) && customName.test(text.slice(prefix.length))
}

/**
 * The chain name for the name that a person typed: `custom-my-net` for `My Net`, and for itself.
 * @returns undefined if the text cannot be a name
 */
export function customChainOf(given: string): CustomChain | undefined {
  const words = given.trim().toLowerCase().replaceAll(/\s+/g, '-')
  const name = words.startsWith(prefix) ? words : `${prefix}${words}`
  return isCustomChain(name) ? name : undefined
}

/** The display name: `My Net (custom)` for `custom-my-net`. */
export function customLabel(chain: CustomChain): string {
  const words = chain
    .slice(prefix.length)
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
  return `${words.filter((word) => word !== '').join(' ')} (custom)`
}
