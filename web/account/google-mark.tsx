/** Google's logo, which its guidelines require on a sign-in button. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4.5">
      <path
        fill="#4285f4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.5h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7A11.2 11.2 0 0 0 23 12.3Z"
      />
      <path
        fill="#34a853"
        d="M12 23.5c3.1 0 5.7-1 7.6-2.8L15.9 18a6.9 6.9 0 0 1-10.3-3.6H1.8v3A11.5 11.5 0 0 0 12 23.5Z"
      />
      <path fill="#fbbc05" d="M5.6 14.3a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.4l3.8-3Z" />
      <path fill="#ea4335" d="M12 5c1.7 0 3.2.6 4.4 1.7l3.3-3.2A11.5 11.5 0 0 0 1.8 6.9l3.8 3A6.9 6.9 0 0 1 12 5Z" />
    </svg>
  )
}
