import { useEffect, useState } from 'react'

/** The value, once it has not changed for a while. Meanwhile, the one before. */
export function useSettled<Value>(value: Value, milliseconds = 300): Value {
  const [settled, settle] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => settle(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
