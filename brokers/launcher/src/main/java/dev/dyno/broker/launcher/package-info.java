/** Code that runs inside the JVM of a broker. It uses only the JDK, because the broker may bring any library. */
package dev.dyno.broker.launcher;
