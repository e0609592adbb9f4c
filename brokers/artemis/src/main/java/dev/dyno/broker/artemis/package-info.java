/** The process of a managed Apache Artemis. Nothing here is ever on the class path of the tool. */
package dev.dyno.broker.artemis;
