/** When to send: schedules are pure arithmetic, waiting for them is the time source's matter. */
@NullMarked
package dev.dyno.model.pace;

import org.jspecify.annotations.NullMarked;
