/**
 * TCP proxy that delays, slows down, stalls and breaks connections by a script, and shows the bytes to an observer. Reading
 * order: {@link dev.dyno.engine.proxy.TcpProxy}, then {@link dev.dyno.engine.proxy.Pump}.
 */
package dev.dyno.engine.proxy;
