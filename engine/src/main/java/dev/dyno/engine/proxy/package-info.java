/**
 * A TCP proxy that delays, slows down, holds up and breaks what passes through it, as a script says, and shows each piece of it to
 * an observer. Reading order: {@link dev.dyno.engine.proxy.TcpProxy}, then {@link dev.dyno.engine.proxy.Pump}.
 */
@NullMarked
package dev.dyno.engine.proxy;

import org.jspecify.annotations.NullMarked;
