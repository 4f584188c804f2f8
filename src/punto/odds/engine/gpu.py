"""Check whether a GPU is available for exact counts and simulations."""


def why_unavailable() -> str | None:
    """Return the reason why this machine cannot compute on a GPU, None if it can."""
    try:
        import cupy
    except ImportError:
        return "no GPU: CuPy is not installed (extra gpu12 or gpu13)"
    try:
        if cupy.cuda.runtime.getDeviceCount() > 0:
            return None
    except cupy.cuda.runtime.CUDARuntimeError as error:
        return f"no GPU: {error}"
    return "no GPU: CUDA found no device"
