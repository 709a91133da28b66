/** Sizes of mpl_core's accounts, and Metaplex's fees beside rent: measured with programs.ts, checked by test/solana/core.chain.test.ts. */

/** What Bubblegum takes for each mint into a V2 tree, lamports. */
export const leafFee = 90_000n
/** What Bubblegum takes for each transfer in a V2 tree, lamports; changing and burning cost nothing beside the fee. */
export const leafTransferFee = 6_000n
/** What mpl_core takes for each new asset, lamports; a collection costs its rent only. */
export const assetFee = 1_500_000n

/** An asset without plugins of its own: key, owner, its collection's address, and the lengths of its texts. */
const assetHead = 75

/** Bytes of an asset's account. */
export function assetBytes({ name, uri }: { name: string; uri: string }): number {
  return assetHead + Buffer.byteLength(name) + Buffer.byteLength(uri)
}

/** A collection with the plugins that core-instructions.ts gives it, without texts and without a supply limit. */
const collectionHead = 176
/** An attribute's two lengths. */
const attributeHead = 8

/** What the list of delegates adds to a collection that had none: the plugin, its place in the registry, and one address. */
export const delegateBytes = 47

/** Name of the attribute of a collection that holds its supply limit. */
export const supplyAttribute = 'supplyLimit'

/** Bytes of a new collection's account. @param supplyLimit 0: none */
export function collectionBytes({
  name,
  uri,
  supplyLimit,
}: {
  name: string
  uri: string
  supplyLimit: number
}): number {
  const attribute = supplyLimit === 0 ? 0 : attributeHead + supplyAttribute.length + String(supplyLimit).length
  return collectionHead + Buffer.byteLength(name) + Buffer.byteLength(uri) + attribute
}
