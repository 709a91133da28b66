import { Anchor } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

/** Opens the system's dialog for a folder (and passes on all files in it), or for `.zip` files. */
export function MediaButton(props: {
  from: 'folder' | 'archive'
  onFiles(files: readonly File[]): void
  children: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        {...(props.from === 'folder' ? { webkitdirectory: '' } : { accept: '.zip' })}
        onChange={(event) => {
          props.onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Anchor component="button" type="button" size="sm" onClick={() => input.current?.click()}>
        {props.children}
      </Anchor>
    </>
  )
}
