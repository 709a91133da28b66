/** The spreadsheet of the one NFT that a person mints to themselves. */
export interface FirstNft {
  recipient: string
  name: string
  /** The address of metadata that the person hosts; null: the picture is the window's own stamp. */
  metadataUri: string | null
}

const stamp =
  "data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20viewBox='0%200%2032%2032'%3E%3Cpath%20fill='%231864ab'%20d='M0%200h32v32H0z'/%3E%3Cpath%20d='M16%204a5%205%200%200%201%203.6%208.5c-.7.7-1%201.5-.9%202.4l.3%203.1H24a2%202%200%200%201%202%202v2H6v-2a2%202%200%200%201%202-2h5l.3-3.1c.1-.9-.2-1.7-.9-2.4A5%205%200%200%201%2016%204z'%20fill='%23fff'/%3E%3Cpath%20d='M6%2024h20v3H6z'%20fill='%23f2ac7c'/%3E%3C/svg%3E"

/** One row that mints the NFT, as CSV. */
export function firstSheet({ recipient, name, metadataUri }: FirstNft): string {
  const cells =
    metadataUri === null
      ? { recipient, name, description: 'Minted to myself, before all others.', image: stamp }
      : { recipient, metadata_uri: metadataUri }
  const line = (texts: readonly string[]) => texts.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
  return `${line(Object.keys(cells))}\n${line(Object.values(cells))}\n`
}
