@NullMarked
package dev.dyno.driver.andes;

import org.jspecify.annotations.NullMarked;
