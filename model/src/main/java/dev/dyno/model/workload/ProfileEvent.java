package dev.dyno.model.workload;

import java.util.Locale;

/** What can be sampled, and what the width of a frame stands for. */
public enum ProfileEvent {
    CPU("samples", "time on a processor", "no thread of the broker was seen on a processor"),
    LOCK("us", "time in which threads waited for a lock", "no thread of the broker was seen to wait for a lock"),
    ALLOC("bytes", "bytes allocated", "no thread of the broker was seen to allocate memory");

    private final String unit;
    private final String width;
    private final String nothing;

    ProfileEvent(String unit, String width, String nothing) {
        this.unit = unit;
        this.width = width;
        this.nothing = nothing;
    }

    /** As it is typed and stored. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String unit() {
        return unit;
    }

    /** Of what the width of a frame is a share. */
    public String width() {
        return width;
    }

    /** What it means that there is no sample. */
    public String nothing() {
        return nothing;
    }
}
