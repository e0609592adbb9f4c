@NullMarked
package dev.dyno.driver.jms;

import org.jspecify.annotations.NullMarked;
