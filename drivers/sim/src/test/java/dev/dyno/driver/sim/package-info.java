/** Tests of the simulated broker, on the virtual clock where numbers are exact. */
@NullMarked
package dev.dyno.driver.sim;

import org.jspecify.annotations.NullMarked;
