import { ActionIcon, Center, Text, Tooltip } from '@mantine/core'
import { IconPhoto, IconPhotoOff, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useConnection, useMediaBase } from '../../api/context.tsx'
import { isOfCore, mediaAddress } from './address.ts'
import classes from './media.module.css'

export interface MediaProps {
  /** As metadata names it: `ipfs://`, `https://`, `data:`, or an address that is the page's own. */
  uri: string
  name: string
  /** An address that is used as it is, for example a dropped file in memory. */
  source?: string | null
  fit?: 'cover' | 'contain'
}

/** A picture in a square that keeps its place whatever happens: loading, broken (with a retry), or none at all. */
export function Media({ uri, name, source, fit = 'cover' }: MediaProps) {
  const base = useMediaBase()
  const address = source ?? mediaAddress(base, uri)
  // Another address starts with a new state.
  return <Picture key={address ?? uri} address={address} name={name} fit={fit} given={uri !== ''} />
}

function Picture(props: { address: string | null; name: string; fit: 'cover' | 'contain'; given: boolean }) {
  const { address, name, fit, given } = props
  const [state, setState] = useState<'loading' | 'shown' | 'broken'>('loading')
  const [attempt, setAttempt] = useState(0)
  const connected = useConnection() === 'up'
  // Loads nothing while another program may be in the core's place: the request would carry the cookie.
  const waits = address !== null && !connected && state !== 'shown' && isOfCore(address)
  if (address === null || waits || state === 'broken') {
    return (
      <Center className={classes.frame}>
        <div className={classes.placeholder}>
          {given ? (
            <IconPhotoOff size={24} stroke={1.5} aria-hidden />
          ) : (
            <IconPhoto size={24} stroke={1.5} aria-hidden />
          )}
          <Text size="xs">{given ? 'Image not available' : 'No image'}</Text>
          {address !== null && connected && (
            <Tooltip label="Try again">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Load the image of ${name} again`}
                onClick={(event) => {
                  event.stopPropagation()
                  setAttempt(attempt + 1)
                  setState('loading')
                }}
              >
                <IconRefresh size={16} />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </Center>
    )
  }
  return (
    <div className={classes.frame} data-state={state}>
      <img
        key={attempt}
        className={classes.image}
        data-fit={fit}
        src={address}
        alt={name === '' ? 'NFT image' : name}
        loading="lazy"
        decoding="async"
        onLoad={() => setState('shown')}
        onError={() => setState('broken')}
      />
    </div>
  )
}
