@NullMarked
package dev.dyno.driver.mqtt;

import org.jspecify.annotations.NullMarked;
