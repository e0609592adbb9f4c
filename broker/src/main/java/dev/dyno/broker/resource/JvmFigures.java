package dev.dyno.broker.resource;

/** Heap and garbage collections of a JVM, and its other figures. */
interface JvmFigures extends FigureReader {

    /** Whether a reading may take long. */
    default boolean isSlow() {
        return false;
    }
}
