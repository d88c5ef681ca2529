buf0 = spyre_empty_with_layout((1000, 200), (200, 1), torch.float16, SpyreTensorLayout(
    device_size=[4, 1000, 64], stride_map=[64, 200, 1], device_dtype=DataFormats.SEN169_FP16))
buf1 = spyre_empty_with_layout((200, 1000), (1000, 1), torch.float16, SpyreTensorLayout(
    device_size=[16, 200, 64], stride_map=[64, 1000, 1], device_dtype=DataFormats.SEN169_FP16))
