/** The names of networks that a person added: `custom-` and the name that they gave. */
export type CustomChain = `custom-${string}`

/** What the name after `custom-` may be: it stands in addresses, in file names and before the colon of a locator. */
export const customName = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/

const prefix = 'custom-'

/** Whether a text has the form of such a name. Whether there is a network of that name, the core's `KnownNetworks` say. */
export function isCustomChain(text: string): text is CustomChain {
  return text.startsWith(prefix) && customName.test(text.slice(prefix.length))
}

/**
 * The name of a network that a person calls so: `My Net` is `custom-my-net`; `custom-my-net` means itself.
 * @returns undefined for what cannot be a name
 */
export function customChainOf(given: string): CustomChain | undefined {
  const words = given.trim().toLowerCase().replaceAll(/\s+/g, '-')
  const name = words.startsWith(prefix) ? words : `${prefix}${words}`
  return isCustomChain(name) ? name : undefined
}

/** Its name for people: `custom-my-net` is `My Net (custom)`. */
export function customLabel(chain: CustomChain): string {
  const words = chain
    .slice(prefix.length)
    .split('-')
    .map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`)
  return `${words.filter((word) => word !== '').join(' ')} (custom)`
}
