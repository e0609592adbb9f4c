/** The process of a managed Apache Artemis. Nothing here is ever on the class path of the tool. */
@NullMarked
package dev.dyno.broker.artemis;

import org.jspecify.annotations.NullMarked;
