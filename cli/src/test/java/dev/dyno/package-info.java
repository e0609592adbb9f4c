/** Rules for the packages as a whole. */
package dev.dyno;
