/**
 * A TCP proxy that delays, slows down, holds up and breaks what passes through it, as a script says, and shows each piece of it to
 * an observer. Reading order: {@link dev.dyno.proxy.TcpProxy}, then {@link dev.dyno.proxy.Pump}.
 */
@NullMarked
package dev.dyno.proxy;

import org.jspecify.annotations.NullMarked;
