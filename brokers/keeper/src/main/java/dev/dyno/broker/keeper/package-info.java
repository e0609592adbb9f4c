/** Runs inside the JVM of a broker that knows nothing of Dyno. Uses nothing but the JDK, for it meets whatever the broker brings. */
@NullMarked
package dev.dyno.broker.keeper;

import org.jspecify.annotations.NullMarked;
