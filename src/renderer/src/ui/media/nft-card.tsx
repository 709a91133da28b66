import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Media } from './media.tsx'
import { Mosaic } from './mosaic.tsx'
import classes from './nft-card.module.css'

export interface NftCardProps {
  name: string
  image: string
  /** Pictures of its contents, in place of a picture of its own. */
  pictures?: readonly string[]
  /** Determines the placeholder's colour; by default the name. */
  id?: string
  /** An address for the picture that is used as it is. */
  source?: string | null | undefined
  /** The lines under the name: collection, chain, recipient. */
  lines: ReactNode[]
  /** Shown on the picture when more than one. */
  quantity?: number
  onOpen?: () => void
}

/** An NFT as wallets show it; a button if `onOpen` is given. */
export function NftCard({ name, image, pictures = [], id = name, source, lines, quantity = 1, onOpen }: NftCardProps) {
  const content = (
    <>
      <div className={classes.picture}>
        {source ? (
          <Media uri={image} source={source} name={name} />
        ) : (
          <Mosaic pictures={image === '' ? pictures : [image]} name={name} id={id} />
        )}
        {quantity > 1 && <span className={classes.quantity}>×{quantity}</span>}
      </div>
      <div className={classes.words}>
        <Text fw={600} lineClamp={2} className="breakable" dir="auto">
          {onOpen ? (
            <button type="button" className={classes.open} onClick={onOpen}>
              {name === '' ? 'Without a name' : name}
            </button>
          ) : name === '' ? (
            'Without a name'
          ) : (
            name
          )}
        </Text>
        {lines.map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity besides their place
          <Text key={place} size="xs" c="dimmed" truncate component="div">
            {line}
          </Text>
        ))}
      </div>
    </>
  )
  return <article className={classes.card}>{content}</article>
}
