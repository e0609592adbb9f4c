import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Class loader of javac's plug-ins that keeps their classes from one compilation to the next. Javac alone loads Error Prone anew for each
 * module, and runs it uncompiled. It finds this class by {@code -XDprocloader} on the boot class path.
 */
public final class PluginLoader extends ClassLoader {

    private static final Map<String, ClassLoader> KEPT = new ConcurrentHashMap<>();

    /** Constructor as javac calls it. */
    public PluginLoader(URL[] urls, ClassLoader parent) {
        super(KEPT.computeIfAbsent(Arrays.toString(urls), key -> new URLClassLoader(urls, parent)));
    }
}
